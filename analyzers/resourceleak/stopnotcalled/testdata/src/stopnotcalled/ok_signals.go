package stopnotcalled

import (
	"context"
	"os"
	"os/signal"
	"syscall"
)

// The default is not reached: no other signal is sent on the channel.
func untilSignalled(ctx context.Context, s *service) error {
	unlock, err := s.locks.Acquire(ctx, "leader")
	if err != nil {
		return err
	}
	c := make(chan os.Signal, 1)
	signal.Notify(c, syscall.SIGHUP, syscall.SIGTERM, os.Interrupt)
	for {
		switch <-c {
		case syscall.SIGTERM, syscall.SIGINT:
			unlock()
			return nil
		case syscall.SIGHUP:
		default:
			return nil
		}
	}
}
