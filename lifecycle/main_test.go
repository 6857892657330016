package lifecycle

import (
	"bytes"
	"fmt"
	"log/slog"
	"os"
	"os/signal"
	"runtime/pprof"
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
	slog.SetDefault(slog.New(slog.DiscardHandler)) // what servers log is no output of tests
	code := m.Run()
	// Built with GOEXPERIMENT=goroutineleakprofile, the runtime finds goroutines that are
	// blocked forever. No test may leave one.
	if p := pprof.Lookup("goroutineleak"); p != nil && code == 0 {
		var stacks bytes.Buffer
		if err := p.WriteTo(&stacks, 1); err != nil || p.Count() > 0 {
			fmt.Printf("goroutines leaked (error %v):\n%s", err, &stacks)
			code = 1
		}
	}
	os.Exit(code)
}
