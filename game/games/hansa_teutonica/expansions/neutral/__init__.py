"""The variants for two players with neutral traders."""
