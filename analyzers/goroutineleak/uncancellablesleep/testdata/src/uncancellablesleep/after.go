package uncancellablesleep

import (
	"context"
	"log"
	"time"
)

// What follows the loop goes by how the last round went: the rounds that are left
// come without pauses.
func push(ctx context.Context, missing func(context.Context) []string, send func(context.Context)) {
	var names []string
	for range 10 {
		time.Sleep(5 * time.Second) // want `shutdown is delayed by time\.Sleep in the loop at line \d+`
		names = missing(ctx)
		if len(names) == 0 {
			break
		}
	}
	if len(names) > 0 {
		log.Print("missing: ", names)
		return
	}
	send(ctx)
}

// Nothing but a return follows.
func ready(ctx context.Context, ask func(context.Context) bool) (ok bool) {
	for !ok {
		time.Sleep(5 * time.Second) // want `shutdown is delayed by time\.Sleep in the loop at line \d+`
		ok = ask(ctx)
	}
	return ok
}
