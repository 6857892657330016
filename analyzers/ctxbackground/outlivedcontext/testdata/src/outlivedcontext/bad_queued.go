package outlivedcontext

import (
	"context"
	"net/http"
)

type receipt struct {
	ctx context.Context
	id  string
}

type receipts struct {
	print func(context.Context, string) error
	queue chan receipt
}

func (q *receipts) add(ctx context.Context, id string) {
	select {
	case q.queue <- receipt{ctx, id}:
	default:
	}
}

func (q *receipts) run() {
	for r := range q.queue {
		_ = q.print(r.ctx, r.id)
	}
}

// The queue has the context when the request has ended.
func (q *receipts) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	q.add(r.Context(), r.PathValue("id")) // want `every later call with the context of q\.add fails: it keeps r\.Context\(\), which is canceled when ServeHTTP returns`
	w.WriteHeader(http.StatusAccepted)
}
