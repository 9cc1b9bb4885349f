"""The documentation site: docs, CHANGELOG and CONTRIBUTING as HTML with search, by Sphinx."""
