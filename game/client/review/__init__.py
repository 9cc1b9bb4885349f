"""Looking back and ahead: replay, results, analysis, forecast, the tally of all games."""
