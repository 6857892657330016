package backgroundoverparam

import (
	"context"
	"database/sql"
	"errors"
	"log/slog"
	"net/http"
	"time"

	"github.com/redis/go-redis/v9"
	"golang.org/x/oauth2"

	"github.com/lifecyclelint/lifecyclelint/lifecycle"
)

// The context at hand.
func (u *users) good(ctx context.Context) error {
	return u.db.PingContext(ctx)
}

// Detached, with the values and a limit.
func (u *users) detached(ctx context.Context) error {
	ctx, cancel := lifecycle.Detach(ctx, 5*time.Second)
	defer cancel()
	return u.db.PingContext(ctx)
}

func (u *users) serve(ctx context.Context, srv *http.Server) error {
	<-ctx.Done()
	shutdownCtx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	u.db.PingContext(shutdownCtx)
	return srv.Shutdown(shutdownCtx)
}

func (u *users) onCancel(ctx context.Context, jobs <-chan int) {
	for {
		select {
		case <-jobs:
		case <-ctx.Done():
			u.db.PingContext(context.Background())
			return
		}
	}
}

func (u *users) deferred(ctx context.Context) error {
	defer func() { u.db.PingContext(context.Background()) }()
	return u.good(ctx)
}

// What a goroutine does may outlive the request.
func (u *users) fireAndForget(w http.ResponseWriter, r *http.Request) {
	go func() {
		u.db.PingContext(context.Background())
	}()
	go u.good(context.Background())
}

// A lifetime of its own, which somebody can end.
func (p *poller) open(ctx context.Context) {
	p.ctx, p.cancel = context.WithCancel(context.Background())
}

// A constructor may keep its context; here is where it does.
func openClient(ctx context.Context) (*keeper, error) {
	return newKeeper(context.Background())
}

type keeper struct{ ctx context.Context }

func newKeeper(ctx context.Context) (*keeper, error) { return &keeper{ctx}, ctx.Err() }

func (k *keeper) use(ctx context.Context) { k.ctx = ctx }

func (k *keeper) reuse(ctx context.Context) { k.use(context.Background()) }

// A blank parameter, and nothing that waits.
func (u *users) idle(_ context.Context) error {
	return nil
}

// A default for nil.
func (u *users) orDefault(ctx context.Context) error {
	if ctx == nil {
		ctx = context.Background()
	}
	return u.db.PingContext(ctx)
}

// Only values are read.
func logged(ctx context.Context) {
	slog.InfoContext(context.Background(), "loading")
}

// The reason is given.
func (u *users) explained(ctx context.Context) error {
	// The charge must be recorded even if the client has left.
	return u.db.PingContext(context.Background())
}

// A closure that others call: when, is not known.
func (u *users) callback(ctx context.Context, register func(func() error)) {
	register(func() error { return u.db.PingContext(context.Background()) })
}

// A field that nobody cancels is no lifetime.
type config struct {
	ctx   context.Context
	users *users
}

func newConfig(ctx context.Context, u *users) *config { return &config{ctx: ctx, users: u} }

func (c *config) check() error { return c.users.good(context.Background()) }

// The field is the context of one worker that not every owner has.
type optional struct {
	db     *sql.DB
	ctx    context.Context
	cancel context.CancelFunc
}

func newOptional(db *sql.DB, worker bool) *optional {
	o := &optional{db: db}
	if worker {
		o.ctx, o.cancel = context.WithCancel(context.Background())
	}
	return o
}

func (o *optional) ping() error {
	return o.db.PingContext(context.Background())
}

func (o *optional) stop() { o.cancel() }

// With a limit, the owner can wait that long.
type owner struct {
	db     *sql.DB
	ctx    context.Context
	cancel context.CancelFunc
}

func newOwner(db *sql.DB) *owner {
	ctx, cancel := context.WithCancel(context.Background())
	return &owner{db, ctx, cancel}
}

func (o *owner) ping() error {
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	return o.db.PingContext(ctx)
}

func (o *owner) stop() { o.cancel() }

// The reason stands above the condition.
func (u *users) forget(ctx context.Context, known bool) error {
	slog.InfoContext(ctx, "forget")
	// The cleanup must go on when the client has left.
	if known {
		return u.db.PingContext(context.Background())
	}
	return nil
}

// Started for a request, which ends first: directly, and behind an interface.
type validator interface {
	Validate(ctx context.Context, id int)
}

func (u *users) Validate(ctx context.Context, id int) {
	_ = u.db.PingContext(ctx)
	_ = u.db.PingContext(context.Background())
}

func (u *users) audit(ctx context.Context) {
	_ = u.db.PingContext(context.Background())
}

func (u *users) validating(v validator) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		go v.Validate(r.Context(), 1)
		go u.audit(r.Context())
	}
}

// The code is good for once.
func signIn(w http.ResponseWriter, r *http.Request, config *oauth2.Config) {
	if _, err := config.Exchange(context.Background(), r.FormValue("code")); err != nil {
		http.Error(w, r.Context().Err().Error(), http.StatusBadGateway)
	}
}

// The method behind the interface begins what goes on.
type beater interface{ KeepAlive(ctx context.Context) }

type heart struct{ db *sql.DB }

func (h *heart) KeepAlive(ctx context.Context) {
	go func() {
		for ctx.Err() == nil {
			_ = h.db.PingContext(ctx)
			time.Sleep(time.Second)
		}
	}()
}

func openBeating(ctx context.Context, db *sql.DB) (beater, error) {
	if err := db.PingContext(ctx); err != nil {
		return nil, err
	}
	var b beater = &heart{db}
	b.KeepAlive(context.Background())
	return b, nil
}

// Its owner ends the wait as well.
type registry struct {
	ctx     context.Context
	cancel  context.CancelFunc
	updates chan string
	stopped chan struct{}
}

func newRegistry() *registry {
	ctx, cancel := context.WithCancel(context.Background())
	return &registry{ctx: ctx, cancel: cancel, updates: make(chan string), stopped: make(chan struct{})}
}

func (r *registry) Close() {
	r.cancel()
	close(r.stopped)
}

func (r *registry) add(ctx context.Context, name string) error {
	select {
	case r.updates <- name:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	case <-r.stopped:
		return errors.New("stopped")
	}
}

func (r *registry) Register(name string) error {
	if err := r.ctx.Err(); err != nil {
		return err
	}
	return r.add(context.Background(), name)
}

// What a method does for its callers ends when they say, not with its owner.
func newReader(db *sql.DB) *reader {
	ctx, cancel := context.WithCancel(context.Background())
	r := &reader{ctx: ctx, cancel: cancel, db: db}
	go r.prefetch()
	return r
}

type reader struct {
	ctx    context.Context
	cancel context.CancelFunc
	db     *sql.DB
}

func (r *reader) prefetch() {
	_ = r.db.PingContext(r.ctx)
	_ = r.load()
}

func (r *reader) ReadAt() error { return r.load() }

func (r *reader) load() error { return r.db.PingContext(context.Background()) }

// A comment says what it must outlive.
func (u *users) demote(ctx context.Context) error {
	slog.InfoContext(ctx, "handing over the lead")
	// Losing the lead ends ctx, and this must outlive it.
	return u.db.PingContext(context.Background())
}

// What the package has behind the interface knows without waiting.
type channels interface {
	public(ctx context.Context, id int) bool
}

type channelTree map[int]bool

func (t channelTree) public(_ context.Context, id int) bool { return t[id] }

func newChannels() channels { return channelTree{} }

func rename(ctx context.Context, c channels, id int) error {
	if !c.public(context.Background(), id) {
		return nil
	}
	return ctx.Err()
}

// What is queued waits for nobody.
func (u users) queued(ctx context.Context, pipe redis.Pipeliner, id string) (string, error) {
	name := pipe.Get(context.Background(), id)
	if _, err := pipe.Exec(ctx); err != nil {
		return "", err
	}
	return name.Result()
}
