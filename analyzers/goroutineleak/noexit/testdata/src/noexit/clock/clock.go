// Package clock sleeps by the clock on the wall.
package clock

import "time"

func Sleep(d time.Duration) { time.Sleep(d) }
