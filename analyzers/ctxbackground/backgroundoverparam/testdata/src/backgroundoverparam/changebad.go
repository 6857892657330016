package backgroundoverparam

import (
	"context"
	"database/sql"
	"net/http"
	"os"
)

type nodes interface {
	Remove(ctx context.Context, node string) error
	Find(ctx context.Context, node string) (string, error)
}

type handler struct{ nodes nodes }

func (h *handler) forget(w http.ResponseWriter, r *http.Request) {
	err := h.nodes.Remove(context.Background(), r.FormValue("node")) // want `h\.nodes\.Remove keeps running after the caller's context is canceled`
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
	}
}

// What it calls tells, and it has nothing to say but an error.
func refresh(ctx context.Context, n nodes, path string) error {
	return replace(context.TODO(), n, path) // want `replace keeps running after the caller's context is canceled`
}

func replace(ctx context.Context, n nodes, path string) error {
	node, err := n.Find(ctx, path)
	if err != nil {
		return err
	}
	return os.WriteFile(path, []byte(node), 0o600)
}

// The name says so.
type sessions struct{ db *sql.DB }

func (s *sessions) rename(ctx context.Context, user string) error {
	return s.saveEnd(context.Background(), user) // want `s\.saveEnd keeps running after the caller's context is canceled`
}

func (s *sessions) saveEnd(ctx context.Context, user string) error {
	_, err := s.db.ExecContext(ctx, "update sessions set over = 1 where user = ?", user)
	return err
}
