package busyloop

import (
	"log"
	"os/exec"
	"time"
)

type helper struct {
	program  string
	attempts int
	begun    time.Time
	next     func(time.Time) time.Duration
}

// It pauses.
func (h *helper) paused() {
	cmd := exec.Command(h.program)
	if err := cmd.Start(); err != nil {
		log.Print(err)
		return
	}
	go func() {
		log.Print(cmd.Wait())
		time.Sleep(time.Second)
		h.paused()
	}()
}

// It counts.
func (h *helper) counted() {
	cmd := exec.Command(h.program)
	if err := cmd.Start(); err != nil {
		log.Print(err)
		return
	}
	go func() {
		log.Print(cmd.Wait())
		h.attempts++
		if h.attempts > 5 {
			return
		}
		h.counted()
	}()
}

// A program that has ended soon is not started again.
func (h *helper) timed() {
	cmd := exec.Command(h.program)
	if err := cmd.Start(); err != nil {
		log.Print(err)
		return
	}
	begun := time.Now()
	go func() {
		log.Print(cmd.Wait())
		if time.Since(begun) > time.Minute {
			h.timed()
		}
	}()
}

// A function that is passed in may pause.
func (h *helper) delayed() {
	cmd := exec.Command(h.program)
	if err := cmd.Start(); err != nil {
		log.Print(err)
		return
	}
	go func() {
		log.Print(cmd.Wait())
		_ = h.next(h.begun)
		h.delayed()
	}()
}

// A timer starts it.
func (h *helper) scheduled() {
	cmd := exec.Command(h.program)
	if err := cmd.Start(); err != nil {
		log.Print(err)
		return
	}
	go func() {
		log.Print(cmd.Wait())
		time.AfterFunc(time.Second, h.scheduled)
	}()
}

// Nothing starts it again.
func (h *helper) once() {
	cmd := exec.Command(h.program)
	if err := cmd.Start(); err != nil {
		log.Print(err)
		return
	}
	go func() {
		log.Print(cmd.Wait())
	}()
}
