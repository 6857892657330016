package backgroundinloop

import (
	"testing"
	"time"
)

func TestCompacted(*testing.T) {
	var s store
	go compacted(s, time.Hour)
}
