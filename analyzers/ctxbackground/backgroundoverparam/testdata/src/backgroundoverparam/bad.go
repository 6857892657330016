package backgroundoverparam

import (
	"context"
	"database/sql"
	"errors"
	"log/slog"
	"net/http"
	"time"

	"github.com/gin-gonic/gin"
	"github.com/gofiber/fiber/v2"
	"github.com/labstack/echo/v4"
	"github.com/spf13/cobra"
	"golang.org/x/time/rate"
	"google.golang.org/grpc"
)

type users struct{ db *sql.DB }

func (u *users) count(ctx context.Context) (n int, err error) {
	err = u.db.QueryRowContext(context.Background(), "select count(*) from users").Scan(&n) // want `u\.db\.QueryRowContext keeps running after the caller's context is canceled: it is passed context\.Background\(\), not ctx, and loses the values of that context`
	return n, err
}

// A request has one too; a long deadline does not bring its end back.
func (u *users) handle(w http.ResponseWriter, r *http.Request) {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute) // want `u\.db\.PingContext keeps running after the caller's context is canceled`
	defer cancel()
	if err := u.db.PingContext(ctx); err != nil {
		http.Error(w, err.Error(), http.StatusBadGateway)
	}
}

// What was made of it has more values.
func (u *users) tagged(w http.ResponseWriter, r *http.Request) {
	tagged := context.WithValue(r.Context(), key{}, r.URL.Path)
	if r.Method == http.MethodPost {
		if err := u.db.PingContext(context.Background()); err != nil { // want `u\.db\.PingContext keeps running after the caller's context is canceled`
			http.Error(w, err.Error(), http.StatusBadGateway)
		}
	}
	if _, err := u.count(tagged); err != nil {
		http.Error(w, err.Error(), http.StatusBadGateway)
	}
}

type key struct{}

// So has what web frameworks hand over,
func (u *users) gin(c *gin.Context) {
	_ = u.db.PingContext(context.TODO()) // want `u\.db\.PingContext keeps running after the caller's context is canceled`
}

func (u *users) echo(c echo.Context) error {
	return u.db.PingContext(context.Background()) // want `u\.db\.PingContext keeps running after the caller's context is canceled`
}

func (u *users) fiber(c *fiber.Ctx) error {
	return u.db.PingContext(context.Background()) // want `u\.db\.PingContext keeps running after the caller's context is canceled`
}

// a command,
func (u *users) command(cmd *cobra.Command, _ []string) error {
	return u.db.PingContext(context.Background()) // want `u\.db\.PingContext keeps running after the caller's context is canceled`
}

func execute(ctx context.Context, root *cobra.Command) error { return root.ExecuteContext(ctx) }

// and a stream, also one that embeds the interface.
type watchServer interface {
	grpc.ServerStream
	Send(int) error
}

func (u *users) stream(s watchServer) error {
	return u.db.PingContext(context.Background()) // want `u\.db\.PingContext keeps running after the caller's context is canceled`
}

// A request to another service.
func forward(ctx context.Context, url string) (*http.Request, error) {
	return http.NewRequestWithContext(context.Background(), "GET", url, nil) // want `http\.NewRequestWithContext keeps running after the caller's context is canceled`
}

// A field that the owner's Stop cancels.
type poller struct {
	ctx    context.Context
	cancel context.CancelFunc
	users  *users
}

func newPoller(u *users) *poller {
	ctx, cancel := context.WithCancel(context.Background())
	return &poller{ctx: ctx, cancel: cancel, users: u}
}

func (p *poller) start() {
	go func() {
		for range time.Tick(time.Minute) {
			if p.poll() != nil {
				return
			}
		}
	}()
}

func (p *poller) poll() error {
	err := p.users.good(context.Background()) // want `p\.users\.good keeps running after its owner is stopped: it is passed context\.Background\(\), not p\.ctx, and loses the values of that context`
	return err
}

// In a variable.
func (u *users) delete(ctx context.Context, id int) error {
	root := context.Background() // want `u\.db\.ExecContext keeps running after the caller's context is canceled`
	_, err := u.db.ExecContext(root, "delete from users where id = ?", id)
	return err
}

// The parameter itself is thrown away.
func (u *users) ping(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(context.Background(), time.Hour) // want `u\.db\.PingContext keeps running after the caller's context is canceled`
	defer cancel()
	return u.db.PingContext(ctx)
}

// Of a long chain the message names the last link.
type builder struct{ db *sql.DB }

func (b *builder) Name(name string) *builder      { return b }
func (b *builder) Load(ctx context.Context) error { return b.db.PingContext(ctx) }
func (u *users) build(ctx context.Context, b *builder) error {
	return b.Name("a long name for one").
		Name("another long name for it").
		Load(context.Background()) // want `…\.Load keeps running after the caller's context is canceled`
}

// A chain of several lines.
func (u *users) chained(ctx context.Context) error {
	return u.
		self().
		ping(context.TODO()) // want `u\.self\(\)\.ping keeps running after the caller's context is canceled`
}

func (u *users) self() *users { return u }

// A limiter waits, too.
func limited(ctx context.Context, l *rate.Limiter) error {
	slog.InfoContext(ctx, "wait")
	return l.Wait(context.Background()) // want `l\.Wait keeps running after the caller's context is canceled`
}

func (u *users) total(r *http.Request) (int, error) { return u.count(r.Context()) }

// The parameter of a literal is not followed to where it comes from.
func queryAgain(ctx context.Context, db *sql.DB) error {
	slog.InfoContext(ctx, "query")
	return db.PingContext(context.Background()) // want `db\.PingContext keeps running after the caller's context is canceled`
}

// What has failed got no context at all.
func (u *users) parse(ctx context.Context, text string, check func(string) error) error {
	slog.InfoContext(ctx, "parse")
	if err := check(text); err != nil {
		_, err = u.db.ExecContext(context.Background(), "INSERT INTO failed VALUES ($1)", text) // want `u\.db\.ExecContext keeps running after the caller's context is canceled`
		return err
	}
	return nil
}

// A literal that only this function calls has its context.
func (u *users) inLiteral(ctx context.Context) error {
	ping := func() error { return u.db.PingContext(context.Background()) } // want `u\.db\.PingContext keeps running after the caller's context is canceled`
	return errors.Join(ping(), func() error {
		return u.db.PingContext(context.Background()) // want `u\.db\.PingContext keeps running after the caller's context is canceled`
	}())
}

// Run, Serve and the like are work as any other when they are seen to wait.
func (u *users) Run(ctx context.Context) error {
	return u.runOnce(context.Background()) // want `u\.runOnce keeps running after the caller's context is canceled`
}

func (u *users) runOnce(ctx context.Context) error { return u.db.PingContext(ctx) }

// A result that is used up at once keeps nothing.
type lookup struct {
	ctx context.Context
	db  *sql.DB
}

func (u *users) find(ctx context.Context) *lookup { return &lookup{ctx, u.db} }

func (l *lookup) decode() error { return l.db.PingContext(l.ctx) }

func (u *users) decoded(ctx context.Context) error {
	return u.find(context.Background()).decode() // want `u\.find keeps running after the caller's context is canceled`
}
