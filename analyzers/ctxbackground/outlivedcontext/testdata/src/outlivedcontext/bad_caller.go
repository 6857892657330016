package outlivedcontext

import (
	"context"
	"net/http"
)

type outbox interface {
	Publish(ctx context.Context, event string) error
}

type orders struct {
	events outbox
}

// place works for a request, whose context its caller passes.
func (o *orders) place(ctx context.Context, id string) error {
	go o.events.Publish(ctx, "placed "+id) // want `o.events.Publish, in the goroutine started at line \d+, is interrupted: ctx is canceled when its caller at line \d+ returns`
	return nil
}

func (o *orders) cancel(ctx context.Context, id string) error {
	return o.announce(ctx, "canceled "+id)
}

func (o *orders) announce(ctx context.Context, event string) error {
	go func(ctx context.Context) {
		_ = o.events.Publish(ctx, event) // want `ctx is canceled when its caller at line \d+ returns`
	}(ctx)
	return nil
}

func (o *orders) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if err := o.place(r.Context(), r.FormValue("id")); err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	if err := o.cancel(r.Context(), r.FormValue("old")); err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
	}
}
