//leak:pattern Context that nobody cancels
//leak:source GCatch, context as channel
//leak:reported goroutineleak/stop-never-signalled

package cases

import "context"

func init() { All["lost-cancel"] = lostCancel }

func lostCancel() {
	ctx, cancel := context.WithCancel(context.Background())
	_ = cancel
	go func() {
		<-ctx.Done()
		_ = work()
	}()
}
