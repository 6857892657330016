package guardedmapreturned

import (
	"slices"
	"sync"
)

// A Depot has the parcels of each street.
type Depot struct {
	mu      sync.Mutex
	parcels map[string][]string
	weights map[string][]int
	routes  map[string]map[string]int
}

// Add appends, and changes none that are there.
func (d *Depot) Add(street, parcel string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.parcels[street] = append(d.parcels[street], parcel)
}

// Parcels returns those that are there now.
func (d *Depot) Parcels(street string) []string {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.parcels[street]
}

// Weigh changes a weight.
func (d *Depot) Weigh(street string, i, grams int) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.weights[street][i] = grams
}

// Weights returns a copy.
func (d *Depot) Weights(street string) []int {
	d.mu.Lock()
	defer d.mu.Unlock()
	return slices.Clone(d.weights[street])
}

// Drop takes the weights out: they are the caller's.
func (d *Depot) Drop(street string) []int {
	d.mu.Lock()
	defer d.mu.Unlock()
	weights := d.weights[street]
	delete(d.weights, street)
	return weights
}

// Weight returns an element that is neither.
func (d *Depot) Weight(street string, i int) int {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.weights[street][i]
}

// SetRoutes replaces the routes of a street.
func (d *Depot) SetRoutes(street string, routes map[string]int) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.routes[street] = routes
}

// Routes returns them, which nothing changes.
func (d *Depot) Routes(street string) map[string]int {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.routes[street]
}
