package lifecycle

import (
	"os"

	"github.com/lifecyclelint/lifecyclelint/lifecycle/internal/testhook"
)

func init() {
	testhook.Signal = func(server any, sig os.Signal) {
		server.(*Server).begin(signalReason(sig))
	}
	testhook.Renew = func() (restore func()) {
		old := std.Swap(newDefault())
		return func() { std.Store(old) }
	}
	testhook.RenewStopped = func() {
		if old := std.Load(); old.State() == StateStopped {
			std.CompareAndSwap(old, newDefault())
		}
	}
}
