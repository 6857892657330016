// Framework is started and stopped by a framework; what it stops by is handed to
// an interface.
package main

import (
	"context"
	"net/http"
	"syscall"
	"time"

	"github.com/judwhite/go-svc"
)

type registry interface{ onStop(f func(context.Context)) }

type hooks struct{ list []func(context.Context) }

func (h *hooks) onStop(f func(context.Context)) { h.list = append(h.list, f) }

type program struct {
	srv   *http.Server
	hooks *hooks
}

func (p *program) Init(any) error { return nil }

func (p *program) Start() error {
	var r registry = p.hooks
	r.onStop(func(ctx context.Context) { _ = p.srv.Shutdown(ctx) })
	go func() { _ = p.srv.ListenAndServe() }()
	return nil
}

func (p *program) Stop() error {
	ctx, cancel := context.WithTimeout(context.Background(), 8*time.Second)
	defer cancel()
	for _, f := range p.hooks.list {
		f(ctx)
	}
	return nil
}

func main() {
	_ = svc.Run(&program{srv: &http.Server{}, hooks: new(hooks)}, syscall.SIGINT, syscall.SIGTERM)
}
