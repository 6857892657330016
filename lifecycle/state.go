package lifecycle

import "fmt"

// State is where a Server is in its life. States are passed in order, and none
// is entered twice.
type State int32

const (
	// StateStarting: not ready yet. Requests are served, /readyz answers 503.
	StateStarting State = iota
	// StateReady: start-up is over and MarkReady was called.
	StateReady
	// StateDraining: shutdown has begun; /readyz answers 503 so that load
	// balancers look elsewhere, everything else is still served.
	StateDraining
	// StateStopping: the listener is closed; requests in flight, workers and
	// hooks are being finished.
	StateStopping
	// StateStopped: every hook has been visited; Run returns.
	StateStopped
)

// String returns the state's name in lower case.
func (s State) String() string {
	names := [...]string{"starting", "ready", "draining", "stopping", "stopped"}
	if s < 0 || int(s) >= len(names) {
		return fmt.Sprintf("state(%d)", int32(s))
	}
	return names[s]
}
