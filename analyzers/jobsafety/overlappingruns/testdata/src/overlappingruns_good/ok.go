package overlappingrunsgood

import (
	"database/sql"
	"log"

	"github.com/robfig/cron/v3"
)

type mailer struct{ db *sql.DB }

func schedule(m *mailer) error {
	c := cron.New(cron.WithChain(cron.SkipIfStillRunning(cron.DefaultLogger)))
	_, err := c.AddFunc("@every 1m", m.digests)
	return err
}

func (m *mailer) digests() {
	if _, err := m.db.Exec("INSERT INTO mails SELECT * FROM due"); err != nil {
		log.Print(err)
	}
}
