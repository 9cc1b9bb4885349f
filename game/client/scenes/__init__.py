"""The screens of the client."""
