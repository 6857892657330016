package blockedsend

import "fmt"

// Two loops over one map run equally often.
func probes(hosts map[string]func() error) error {
	errs := make(chan error, len(hosts))
	for name, probe := range hosts {
		go func() {
			if err := probe(); err != nil {
				errs <- fmt.Errorf("%s: %w", name, err)
				return
			}
			errs <- nil
		}()
	}
	for range hosts {
		if err := <-errs; err != nil {
			return err
		}
	}
	return nil
}
