package cancelledctxcleanup

import (
	"context"
	"log/slog"
	"net/http"
	"time"
)

func (j *jobs) workDetached(ctx context.Context, id int, url string) error {
	if err := j.fetch(ctx, url); err != nil {
		last, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
		defer cancel()
		_ = j.SetStatus(last, id, "failed")
		return err
	}
	return j.SetStatus(ctx, id, "done")
}

// An answer to the client, who has gone when the context has ended.
func (j *jobs) handle(w http.ResponseWriter, r *http.Request) {
	ctx := r.Context()
	if err := j.fetch(ctx, r.FormValue("url")); err != nil {
		failWith(ctx, w, err)
		return
	}
	if err := j.SetStatus(ctx, 1, "seen"); err != nil {
		slog.ErrorContext(ctx, "status", "err", err)
	}
}

func failWith(ctx context.Context, w http.ResponseWriter, err error) {
	slog.ErrorContext(ctx, "failed", "err", err)
	http.Error(w, "failed", http.StatusBadGateway)
}
