package stopnevercalled

import (
	"context"
	"io"
	"time"

	"example.com/provide"
	"example.com/sessions"
)

// Stopped, on some path.
func deferred(early bool) {
	s := sessions.New()
	if early {
		return
	}
	defer s.Stop()
}

// Returned: the caller's obligation.
func NewDefault() *sessions.Storage { return sessions.New() }

// Returned through an interface, inside a struct.
type Keeper struct{ io.Closer }

func NewKeeper() (*Keeper, error) {
	c, err := sessions.Open("x")
	return &Keeper{c}, err
}

// Kept in a field that the owner's Close stops, in a helper.
type owner struct{ storage *sessions.Storage }

func newOwner() *owner { return &owner{storage: sessions.New()} }

func (o *owner) Close() { o.release() }

func (o *owner) release() { o.storage.Stop() }

// Kept in an exported field: others can stop it.
type Config struct{ Storage *sessions.Storage }

func configure(c *Config) { c.Storage = sessions.New() }

// Registered as a method value, in a closure, in a list of closers.
func registered(t interface{ Cleanup(func()) }, closers *[]io.Closer) {
	a := sessions.New()
	t.Cleanup(a.Stop)
	b := sessions.New()
	time.AfterFunc(time.Hour, func() { b.Stop() })
	c, _ := sessions.Open("x")
	*closers = append(*closers, c)
}

// Given to another package, which may stop it.
func given(ctx context.Context) {
	c, _ := sessions.Open("x")
	_ = context.WithValue(ctx, key{}, c)
}

type key struct{}

// A helper of this package stops what it gets, as an interface.
func helped() {
	c, _ := sessions.Open("x")
	quit(c)
}

func quit(c io.Closer) { _ = c.Close() }

// What becomes of a package variable is not followed.
var shared = sessions.New()

// Something else ends these goroutines.
func others(ctx context.Context, in io.Reader) {
	sessions.NewBound(ctx)
	sessions.NewReader(in)
	sessions.NewSelf()
	sessions.NewRunner().Run(ctx)
}

// Not started: there is nothing to stop.
func idle() { sessions.NewClient() }

// In a map, and sent on a channel.
func stored(m map[string]*sessions.Storage, c chan *sessions.Storage) {
	m["x"] = sessions.New()
	c <- sessions.New()
}

// The caller of a wrapper stops it.
func viaWrapperStopped() {
	s := open()
	defer s.Stop()
}

// The cleanup function is called, handed on, or what it stops is stopped.
func cleaned() error {
	cache, cleanup, err := provide.Cache()
	if err != nil {
		return err
	}
	defer cleanup()
	lookup(cache)
	return nil
}

func cleanedBy(hooks *provide.Hooks) {
	_, cleanup, _ := provide.App()
	hooks.Append(cleanup)
}

func closedDirectly() {
	cache, _, _ := provide.App()
	defer cache.Close()
}

// The constructor registers the end itself.
func registeredThere(hooks *provide.Hooks) int { return provide.Registered(hooks).Len() }

// Setup is called once at process startup.
func Setup() {
	c := sessions.NewClient()
	c.Start()
}
