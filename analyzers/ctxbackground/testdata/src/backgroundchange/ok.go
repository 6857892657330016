package backgroundchange

import (
	"context"
	"database/sql"
	"net/http"
	"os"
	"time"
)

// It only asks: background-over-param reports it.
func (h *handler) find(w http.ResponseWriter, r *http.Request) {
	_, err := h.nodes.Find(context.Background(), r.FormValue("node"))
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
	}
}

// So does what has something to tell.
func sizeOf(ctx context.Context, n nodes, path string) (int, error) {
	return size(context.Background(), n, path)
}

func size(ctx context.Context, n nodes, path string) (int, error) {
	os.Remove(path + ".lock")
	node, err := n.Find(ctx, path)
	return len(node), err
}

// The values stay, and there is a limit.
type users struct{ db *sql.DB }

func (u *users) detached(ctx context.Context, user string) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
	defer cancel()
	return u.saveName(ctx, user)
}

func (u *users) saveName(ctx context.Context, user string) error {
	_, err := u.db.ExecContext(ctx, "update users set name = ?", user)
	return err
}

// Of a context for both, background-over-param tells.
func both(ctx context.Context, n nodes) error {
	root := context.Background()
	if err := n.Remove(root, "a"); err != nil {
		return err
	}
	_, err := n.Find(root, "b")
	return err
}
