package callwithoutcontext

import (
	"bufio"
	"context"
	"database/sql"
	"log/slog"
	"net"
	"net/http"
	"os/exec"
)

// It gets the context.
func (s *store) all(ctx context.Context) (*sql.Rows, error) {
	return s.db.QueryContext(ctx, "SELECT * FROM users")
}

// There is no context.
func (s *store) count() *sql.Row { return s.db.QueryRow("SELECT count(*) FROM users") }

// The parameter is not wanted.
func (s *store) Ping(_ context.Context) error { return s.db.Ping() }

// The request gets the context later.
func later(ctx context.Context, client *http.Client) (*http.Response, error) {
	req, err := http.NewRequest(http.MethodGet, "https://example.com", nil)
	if err != nil {
		return nil, err
	}
	return client.Do(req.WithContext(ctx))
}

// A logger waits for nothing.
func logged(ctx context.Context) { slog.Info("begun") }

// The goroutine may outlive the request.
func inBackground(w http.ResponseWriter, r *http.Request, db *sql.DB) {
	go func() {
		if rows, err := db.Query("SELECT name FROM users"); err == nil {
			rows.Close()
		}
	}()
}

// The comment gives the reason.
func onPurpose(ctx context.Context) error {
	// On purpose without ctx: the sync must outlive the caller.
	return exec.Command("sync").Run()
}

// The context has ended.
func atTheEnd(ctx context.Context, db *sql.DB) error {
	<-ctx.Done()
	return db.Ping()
}

// Nothing ends the context.
func main2(db *sql.DB) error { return always(context.Background(), db) }

func always(ctx context.Context, db *sql.DB) error { return db.Ping() }

// A link's method with a context calls the one without it, and ends that by a deadline.
type link struct{ db *sql.DB }

func (l *link) Ask(q string) error { return l.db.Ping() }

func (l *link) AskContext(ctx context.Context, q string) error {
	stop := context.AfterFunc(ctx, func() { l.db.Close() })
	defer stop()
	return l.Ask(q)
}

// The context is nil there.
func optional(ctx context.Context, db *sql.DB) error {
	if ctx != nil {
		return db.PingContext(ctx)
	} else {
		return db.Ping()
	}
}

// The request is read from a connection: no server cancels its context.
func tunnel(conn net.Conn) error {
	req, err := http.ReadRequest(bufio.NewReader(conn))
	if err != nil {
		return err
	}
	return forward(conn, req)
}

func forward(conn net.Conn, req *http.Request) error { return probe(req, "example.com:80") }

func probe(req *http.Request, url string) error {
	conn, err := net.Dial("tcp", url)
	if err != nil {
		return err
	}
	return conn.Close()
}

// Silent: a handler of the program gets the request.
func inProcess(ctx context.Context, files http.Handler, w http.ResponseWriter) {
	req, err := http.NewRequest(http.MethodGet, "/index.html", nil)
	if err != nil {
		return
	}
	files.ServeHTTP(w, req)
}
