package unguardedfield

import (
	"context"
	"time"
)

// Importers decide whether two goroutines call it at the same time.
type Book struct {
	pages map[string]int
}

func (b *Book) Turn(ctx context.Context, name string) {
	b.pages[name]++ // want `concurrent map access ends the process: b.pages is written in a function that may be called concurrently, and no mutex guards it`
}

// What is registered may be so before the goroutine starts.
type Board struct {
	notes map[string]int
}

func (b *Board) Register(name string) {
	b.notes[name] = 1 // want `concurrent map access ends the process: b.notes is written here and read by another goroutine at line \d+, and no mutex guards it`
}

func (b *Board) Start(names <-chan string) {
	go func() {
		for name := range names {
			println(b.notes[name])
		}
	}()
}

// A goroutine sets what others ask for.
type gauge struct {
	last time.Time
}

func (g *gauge) Run() {
	go func() {
		for now := range time.Tick(time.Second) {
			g.last = now // want `data race: g.last is written here and read by another goroutine at line \d+, and no mutex guards it`
		}
	}()
}

func (g *gauge) Last() time.Time {
	return g.last
}
