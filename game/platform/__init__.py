"""The one place that knows the browser from the desktop."""
