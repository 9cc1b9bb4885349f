"""What every scene stands in: the app and its loop, gestures, sheets of paper, sound."""
