package overlappingruns

import "github.com/robfig/cron/v3"

func addDaily(c *cron.Cron, m *mailer) error {
	_, err := c.AddFunc("@daily", m.digests) // want `the scheduler starts m.digests again`
	return err
}

// What is removed twice is gone all the same.
func addExpiry(c *cron.Cron, m *mailer) error {
	_, err := c.AddFunc("@every 1m", func() { // want `the scheduler starts the job again`
		_, _ = m.db.Exec("DELETE FROM mails WHERE expired")
	})
	return err
}
