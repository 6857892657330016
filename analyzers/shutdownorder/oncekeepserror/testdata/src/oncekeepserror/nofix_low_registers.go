package oncekeepserror

import "sync"

type registry interface{ Register(collector any) error }

var registerOnce sync.Once

// What fails is a registration: it does in each run, or in none.
func collectors(r registry, sent, received any) error {
	var err error
	registerOnce.Do(func() { // want `err is a variable of one call, and stays nil where registerOnce.Do runs nothing`
		if err = r.Register(sent); err != nil {
			return
		}
		err = r.Register(received)
	})
	return err
}

type tracingConfig struct{ endpoint string }

// A program that cannot set up its tracing does not serve.
func ConfigureTracing(c *tracingConfig, dial func(string) error) error {
	var err error
	tracingOnce.Do(func() { // want `err is a variable of one call, and stays nil where tracingOnce.Do runs nothing`
		err = dial(c.endpoint)
	})
	return err
}

var tracingOnce sync.Once
