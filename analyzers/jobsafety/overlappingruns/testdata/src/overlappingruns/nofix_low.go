package overlappingruns

import "github.com/robfig/cron/v3"

func addDaily(c *cron.Cron, m *mailer) error {
	_, err := c.AddFunc("@daily", m.digests) // want `the scheduler starts m.digests again`
	return err
}
