package lifecycle

import (
	"os"
	"os/signal"
	"testing"
)

func TestMain(m *testing.M) {
	if child := os.Getenv(childEnv); child != "" {
		os.Exit(runChild(child))
	}
	// The goroutine that os/signal starts once must not belong to a bubble.
	ch := make(chan os.Signal, 1)
	signal.Notify(ch, os.Interrupt)
	signal.Stop(ch)
	os.Exit(m.Run())
}
