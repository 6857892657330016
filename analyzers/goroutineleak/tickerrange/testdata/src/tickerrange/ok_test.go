package tickerrange

import (
	"testing"
	"time"
)

func TestRefreshed(*testing.T) {
	done := make(chan struct{})
	go refreshed(time.Millisecond, func() { done <- struct{}{} })
	<-done
}
