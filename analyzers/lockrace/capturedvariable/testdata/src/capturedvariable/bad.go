package capturedvariable

import (
	"net/http"
	"sync"
)

// weigh adds up what the parcels weigh, each in a goroutine of its own.
func weigh(parcels []string, scale func(string) int) int {
	sum := 0
	var wg sync.WaitGroup
	for _, parcel := range parcels {
		wg.Add(1)
		go func() {
			defer wg.Done()
			grams := scale(parcel)
			sum += grams // want `data race: sum is written by goroutines that run concurrently, started at line 14, and no mutex guards it`
		}()
	}
	wg.Wait()
	return sum
}

// prices has an element of the map for each goroutine: a map is one variable all the same.
func prices(goods []string, ask func(string) int) map[string]int {
	list := make(map[string]int)
	var wg sync.WaitGroup
	for _, good := range goods {
		wg.Add(1)
		go func() {
			defer wg.Done()
			price := ask(good)
			list[good] = price // want `concurrent map access ends the process: list is written by goroutines that run concurrently, started at line 30, and no mutex guards it`
		}()
	}
	wg.Wait()
	return list
}

// tickets numbers the visitors in a closure.
func tickets(mux *http.ServeMux) {
	next := 0
	mux.HandleFunc("/ticket", func(w http.ResponseWriter, r *http.Request) {
		next++ // want `data race: next is written by requests, which run concurrently, and no mutex guards it`
		w.WriteHeader(http.StatusNoContent)
	})
}

// replies appends: two goroutines may take the same place.
func replies(peers []string, call func(string) string) []string {
	var got []string
	slots := make(chan struct{}, 3)
	var wg sync.WaitGroup
	for _, peer := range peers {
		slots <- struct{}{}
		wg.Add(1)
		go func(peer string) {
			defer wg.Done()
			answer := call(peer)
			got = append(got, answer) // want `data race: got is written by goroutines that run concurrently, started at line 57, and no mutex guards it`
			<-slots
		}(peer)
	}
	wg.Wait()
	return got
}

// station is a source of readings; its Load fetches, and can fail.
type station interface {
	Load(day int) (float64, error)
}

// readings appends behind a Load that is no atomic operation.
func readings(stations []station, day int) []float64 {
	var got []float64
	var wg sync.WaitGroup
	for _, s := range stations {
		wg.Add(1)
		go func() {
			defer wg.Done()
			reading, err := s.Load(day)
			if err != nil {
				return
			}
			got = append(got, reading) // want `data race: got is written by goroutines that run concurrently, started at line 79, and no mutex guards it`
		}()
	}
	wg.Wait()
	return got
}
