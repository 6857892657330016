package stopnotcalled

import (
	"net/http"

	"example.com/feed"
)

// The program listens until it exits.
func listen(f *feed.Feed, handle func(string)) {
	ch, _, _ := f.Subscribe("all")
	for line := range ch {
		handle(line)
	}
}

// The handler takes it back.
type deferredUpdates struct{ feed *feed.Feed }

func (u *deferredUpdates) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	ch, unsubscribe, ok := u.feed.Subscribe(r.PathValue("id"))
	if !ok {
		http.NotFound(w, r)
		return
	}
	defer unsubscribe()
	<-ch
}

// What was there before stays where the work has failed.
func replay(dir string, send func([]byte) error) error {
	for {
		data, remove, err := feed.Oldest(dir)
		if err != nil {
			return err
		}
		if data == nil {
			return nil
		}
		if err := send(data); err != nil {
			return err
		}
		if err := remove(); err != nil {
			return err
		}
	}
}
