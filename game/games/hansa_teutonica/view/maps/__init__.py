"""Maps under the boards: data and drawing."""
