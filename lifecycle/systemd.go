package lifecycle

import (
	"context"
	"net"
	"os"
	"strconv"
	"time"
)

// notifyTimeout is for a systemd whose queue is full; it is read all the time.
const notifyTimeout = 100 * time.Millisecond

// notify sends the state to systemd, if systemd has set NOTIFY_SOCKET. A failure must not
// disturb the service.
func (s *Server) notify(message string) {
	path := os.Getenv("NOTIFY_SOCKET")
	if path == "" {
		return
	}
	conn, err := net.DialUnix("unixgram", nil, &net.UnixAddr{Name: path, Net: "unixgram"})
	if err == nil {
		defer conn.Close()
		_ = conn.SetWriteDeadline(time.Now().Add(notifyTimeout))
		_, err = conn.Write([]byte(message))
	}
	if err != nil {
		s.logger().Warn("systemd not notified", "message", message, "error", err)
	}
}

// keepAlive sends the watchdog's keep-alive messages until ctx ends, if the
// unit has WatchdogSec.
func (s *Server) keepAlive(ctx context.Context) {
	usec, err := strconv.ParseInt(os.Getenv("WATCHDOG_USEC"), 10, 64)
	if err != nil || usec <= 1 || os.Getenv("NOTIFY_SOCKET") == "" {
		return
	}
	if pid := os.Getenv("WATCHDOG_PID"); pid != "" && pid != strconv.Itoa(os.Getpid()) {
		return
	}
	interval := time.Duration(usec) * time.Microsecond / 2
	go Every(ctx, interval, func(context.Context) { s.notify("WATCHDOG=1") })
}
