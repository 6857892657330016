package overlappingruns

import (
	"database/sql"
	"log"

	"github.com/robfig/cron/v3"
)

// The scheduler skips a run that would overlap.
func start(db *sql.DB) error {
	c := cron.New(cron.WithChain(cron.SkipIfStillRunning(cron.DefaultLogger)))
	_, err := c.AddFunc("@every 1m", func() {
		if _, err := db.Exec("INSERT INTO mails SELECT * FROM due"); err != nil {
			log.Print(err)
		}
	})
	return err
}
