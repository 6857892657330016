package lifecycle

import (
	"context"
	"errors"
	"fmt"
	"net"
	"syscall"
	"time"
)

// wsaAddrInUse is what Windows calls EADDRINUSE.
const wsaAddrInUse = syscall.Errno(10048)

// Listen is net.Listen for a port whose previous owner may still be stopping: as long as
// the address is in use it tries again, 10 ms to 500 ms apart, until ctx ends; give ctx a
// deadline. Any other error is returned immediately. Once ctx has ended it does not listen.
func Listen(ctx context.Context, network, addr string) (net.Listener, error) {
	var config net.ListenConfig
	var inUse error
	for pause := 10 * time.Millisecond; ; pause = min(2*pause, 500*time.Millisecond) {
		if err := ctx.Err(); err != nil {
			return nil, errors.Join(inUse, fmt.Errorf("listen %s: %w", addr, err))
		}
		ln, err := config.Listen(ctx, network, addr)
		if err == nil {
			return ln, nil
		}
		if !errors.Is(err, syscall.EADDRINUSE) && !errors.Is(err, wsaAddrInUse) {
			return nil, errors.Join(inUse, err)
		}
		inUse = err
		_ = Sleep(ctx, pause) // the loop looks at ctx
	}
}
