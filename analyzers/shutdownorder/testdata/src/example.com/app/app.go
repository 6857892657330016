// Package app serves and handles signals behind an interface.
package app

import (
	"context"
	"net/http"
	"os"
	"os/signal"
	"syscall"
)

type App interface{ Run() error }

type impl struct{ http.Server }

func (i *impl) Run() error {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, func() { _ = i.Shutdown(context.Background()) })
	return i.ListenAndServe()
}

func New() App { return new(impl) }
