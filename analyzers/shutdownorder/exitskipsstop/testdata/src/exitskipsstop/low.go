package exitskipsstop

import (
	"context"
	"io"
	"log"
	"net/http"
)

// The kernel closes the store as well.
func closes(srv *http.Server, store io.Closer, done <-chan struct{}) {
	<-done
	if err := srv.Shutdown(context.Background()); err != nil {
		log.Fatal(err) // want `store.Close \(line 16\) is never called when srv.Shutdown fails`
	}
	store.Close()
}
