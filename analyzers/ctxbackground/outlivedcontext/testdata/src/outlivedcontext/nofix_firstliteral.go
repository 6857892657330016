package outlivedcontext

import (
	"context"
	"database/sql"
	"net/http"
	"sync"
)

type notes struct {
	ctx context.Context
	db  *sql.DB
}

func (n *notes) add(text string) error {
	_, err := n.db.ExecContext(n.ctx, "INSERT INTO notes (text) VALUES ($1)", text)
	return err
}

type notebook struct {
	db   *sql.DB
	once sync.Once

	mu    sync.Mutex
	notes *notes
	all   map[string]*notes
}

// The first request makes it for all.
func (b *notebook) Post(w http.ResponseWriter, r *http.Request) {
	b.once.Do(func() {
		b.notes = &notes{ctx: r.Context(), db: b.db} // want `what notes keeps for all later calls of Post stops when the first caller's context ends: it works with r.Context\(\)`
	})
	if err := b.notes.add(r.FormValue("text")); err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
	}
}

// One for each key, in a variable first.
func (b *notebook) Of(ctx context.Context, key string) *notes {
	b.mu.Lock()
	defer b.mu.Unlock()
	if n, ok := b.all[key]; ok {
		return n
	}
	n := &notes{ctx: ctx, db: b.db} // want `what all keeps for all later calls of Of stops when the first caller's context ends: it works with ctx`
	b.all[key] = n
	return n
}
