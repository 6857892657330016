package overlappingruns

import (
	"database/sql"
	"log"

	"github.com/robfig/cron/v3"
)

type mailer struct{ db *sql.DB }

func schedule(m *mailer) error {
	c := cron.New()
	_, err := c.AddFunc("@every 1m", m.digests) // want `the same work is done twice at the same time when a run takes longer than its period: the scheduler starts m.digests again`
	return err
}

func (m *mailer) digests() {
	if _, err := m.db.Exec("INSERT INTO mails SELECT * FROM due"); err != nil {
		log.Print(err)
	}
}

func addCounts(c *cron.Cron, db *sql.DB) error {
	_, err := c.AddFunc("*/5 * * * *", func() { // want `the scheduler starts the job again`
		if _, err := db.Exec("UPDATE counts SET total = (SELECT count(*) FROM mails)"); err != nil {
			log.Print(err)
		}
	})
	return err
}
