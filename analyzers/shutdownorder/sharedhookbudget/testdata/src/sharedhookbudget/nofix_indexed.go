package sharedhookbudget

import (
	"context"
	"log"
	"time"
)

// The hooks run in the reverse order.
func (s *server) stop(hooks []namedHook) {
	ctx, cancel := context.WithTimeout(context.Background(), s.budget)
	defer cancel()
	for i := len(hooks) - 1; i >= 0; i-- {
		if err := hooks[i].run(ctx); err != nil { // want `a slow hook leaves no time for the next ones: all of hooks share the deadline of ctx \(line 11\)`
			log.Printf("stop %s: %v", hooks[i].name, err)
		}
	}
}

func (s *server) stopNamed(hooks []namedHook) {
	ctx, cancel := context.WithTimeout(context.Background(), s.budget)
	defer cancel()
	for i := range hooks {
		hook := hooks[len(hooks)-1-i]
		if err := hook.run(ctx); err != nil { // want `a slow hook leaves no time for the next ones: all of hooks share the deadline of ctx \(line 21\)`
			log.Print(err)
		}
	}
}

func (s *server) stopAll() {
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	for i := len(s.hooks) - 1; i >= 0; i-- {
		s.hooks[i](ctx) // want `a slow hook leaves no time for the next ones: all of s.hooks share the deadline of ctx \(line 32\)`
	}
}
