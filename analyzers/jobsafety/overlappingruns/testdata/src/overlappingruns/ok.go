package overlappingruns

import (
	"log"
	"sync"

	"github.com/robfig/cron/v3"
)

type watch struct {
	mailer
	mu   sync.Mutex
	seen int
}

// The job keeps a second run out.
func addDigestsOnce(c *cron.Cron, w *watch) error {
	_, err := c.AddFunc("@every 1m", w.once)
	return err
}

func (w *watch) once() {
	if !w.mu.TryLock() {
		return
	}
	defer w.mu.Unlock()
	w.digests()
}

// Nothing of it lasts.
func addLook(c *cron.Cron, w *watch) error {
	_, err := c.AddFunc("@every 10s", func() { log.Print(len(w.db.Stats().WaitDuration.String())) })
	return err
}
