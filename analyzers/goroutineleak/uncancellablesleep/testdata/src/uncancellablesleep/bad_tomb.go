package uncancellablesleep

import (
	"time"

	"gopkg.in/tomb.v2"
)

// The tomb dies, and the loop sleeps on.
func refreshAll(t *tomb.Tomb, refresh func() error) error {
	for {
		select {
		case <-t.Dying():
			return nil
		default:
		}
		if err := refresh(); err != nil {
			return err
		}
		time.Sleep(time.Minute) // want `shutdown is delayed by time.Sleep in the loop at line 11: it does not return when t.Dying\(\) is closed or set`
	}
}
