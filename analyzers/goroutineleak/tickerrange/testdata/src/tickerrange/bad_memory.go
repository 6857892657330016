package tickerrange

import (
	"context"
	"log"
	"os"
	"os/signal"
	"sync"
	"syscall"
	"time"
)

// It only tells the log something from time to time.
func remindDaily(message string) {
	ticker := time.NewTicker(24 * time.Hour)
	go func() {
		for range ticker.C { // want `goroutine started at line \d+ cannot be stopped`
			log.Print(message)
		}
	}()
}

// One for each setting.
type variables struct {
	mu     sync.Mutex
	values map[string]int
}

func newVariables(names []string) *variables {
	v := &variables{values: make(map[string]int)}
	for _, name := range names {
		go func() {
			ticker := time.NewTicker(time.Minute)
			defer ticker.Stop()
			for range ticker.C { // want `goroutine started at line \d+ cannot be stopped`
				v.expand(name)
			}
		}()
	}
	return v
}

func (v *variables) expand(name string) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.values[name]++
}

// Who starts it returns when the program is about to end.
func untilSignal(ctx context.Context, report func(context.Context)) {
	ticker := time.NewTicker(time.Second)
	defer ticker.Stop()
	go func() {
		for range ticker.C { // want `goroutine started at line \d+ cannot be stopped`
			report(ctx)
		}
	}()
	quit := make(chan os.Signal, 1)
	signal.Notify(quit, syscall.SIGTERM)
	<-quit
}
