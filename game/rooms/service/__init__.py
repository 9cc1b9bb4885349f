"""The service of rooms: it alone knows the seed, keeps every entry and sends each device what it may know."""
