package outlivedcontext

import (
	"context"
	"net/http"
)

// Each request makes its own.
func (b *notebook) Each(w http.ResponseWriter, r *http.Request) {
	n := &notes{ctx: r.Context(), db: b.db}
	if err := n.add(r.FormValue("text")); err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
	}
}

// It does not end with the request.
func (b *notebook) Detached(w http.ResponseWriter, r *http.Request) {
	b.once.Do(func() {
		b.notes = &notes{ctx: context.WithoutCancel(r.Context()), db: b.db}
	})
	if err := b.notes.add(r.FormValue("text")); err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
	}
}

// What opens the notebook has the context of its work.
func (b *notebook) Open(ctx context.Context) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.notes == nil {
		b.notes = &notes{ctx: ctx, db: b.db}
	}
}
