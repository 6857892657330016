package unguardedfield

import "time"

// A function that never returns is run as a goroutine by importers.
var busyAverage float64

func BusyAverage() float64 { return busyAverage }

func MeasureBusy(sample func() float64) {
	for {
		busyAverage = sample() // want `data race: busyAverage is written here and read by another goroutine at line 8, and no mutex guards it`
		time.Sleep(time.Second)
	}
}

type Odometer struct{ km int }

func (o *Odometer) Km() int { return o.km }

func (o *Odometer) Drive(wheel <-chan int) {
	for {
		o.km += <-wheel // want `data race: o.km is written here and read by another goroutine at line 19, and no mutex guards it`
	}
}
