"""Metrics of the room server in the format of Prometheus. They contain no names and no addresses."""

from __future__ import annotations

from prometheus_client import CONTENT_TYPE_LATEST, Counter, Gauge, Histogram, generate_latest

__all__ = ["CONTENT_TYPE_LATEST", "generate_latest"]

ROOMS = Gauge("kontor_rooms", "Rooms in memory")
CONNECTIONS = Gauge("kontor_connections", "Open WebSockets")
COMMANDS = Counter("kontor_commands", "Valid messages of devices by kind", ["do"])
REFUSALS = Counter("kontor_refusals", "Rejected messages and requests by code", ["code"])
REJECTED = Counter("kontor_rejected_connections", "Connections closed or rejected by a limit", ["limit"])
STORE_SECONDS = Histogram(
    "kontor_store_seconds",
    "Duration of store operations, with their retries",
    buckets=(0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10),
)
STORE_WORKS = Gauge("kontor_store_works", "1 if the last store operation succeeded, else 0")
STORE_FAILURES = Counter("kontor_store_failures", "Failed attempts of store operations")
ROOMS_DELETED = Counter("kontor_rooms_deleted", "Rooms deleted after their retention period")
PUBLIC_TABLES = Gauge("kontor_public_tables", "Rooms on the list of public tables")
REPORTS = Counter("kontor_reports", "Reports of public tables by reason", ["why"])
WORKER_QUEUE = Gauge("kontor_worker_queue", "Requests that wait for an AI worker")
ERRORS = Counter("kontor_errors", "Unexpected errors, as in the log")
