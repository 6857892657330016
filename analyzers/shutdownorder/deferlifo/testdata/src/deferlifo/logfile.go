package deferlifo

import (
	"database/sql"
	"log"
	"log/slog"
	"os"
)

// The log file is closed under those who still have something to say.
func closedLog(dsn string) error {
	f, err := os.OpenFile("service.log", os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	log.SetOutput(f)
	db, err := sql.Open("postgres", dsn)
	if err != nil {
		return err
	}
	defer func() {
		if err := db.Close(); err != nil {
			log.Println("close", err)
		}
	}()
	defer f.Close() // want `output of the deferred call that logs at line \d+ is not written to the file: deferred f\.Close runs before it`
	return db.Ping()
}

func closedLogger(dsn string) error {
	f, err := os.Create("service.log")
	if err != nil {
		return err
	}
	logger := slog.New(slog.NewJSONHandler(f, nil))
	db, err := sql.Open("postgres", dsn)
	if err != nil {
		return err
	}
	defer func() {
		if err := db.Close(); err != nil {
			logger.Error("close", "err", err)
		}
	}()
	defer f.Close() // want `output of the deferred call that logs at line \d+ is not written to the file`
	return db.Ping()
}
