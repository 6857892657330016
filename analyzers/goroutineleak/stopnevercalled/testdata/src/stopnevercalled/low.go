package stopnevercalled

import (
	"sync"

	"example.com/sessions"
)

// It is made once in the life of the process.
var (
	once   sync.Once
	single *owner
)

func singleton() *owner {
	once.Do(func() {
		s := sessions.New() // want `the goroutine that sessions\.New starts at \S*sessions\.go:\d+ is leaked`
		s.Len()
	})
	return single
}

func init() {
	s := sessions.New() // want `the goroutine that sessions\.New starts at \S*sessions\.go:\d+ is leaked`
	s.Len()
}

// Wanted for ever.
func Run(path string) error {
	c, err := sessions.Open(path) // want `the goroutine that sessions\.Open starts at \S*sessions\.go:\d+ is leaked`
	if err != nil {
		return err
	}
	_ = c
	select {}
}
