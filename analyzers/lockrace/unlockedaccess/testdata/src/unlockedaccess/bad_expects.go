package unlockedaccess

import "sync"

type clusterState int

const (
	clusterAlive clusterState = iota
	clusterLeft
	clusterDown
)

type Cluster struct {
	membersLock sync.RWMutex
	members     map[string]int
	stateLock   sync.Mutex
	state       clusterState
	name        string
}

func NewCluster(name string, listen func(ClusterEvents)) *Cluster {
	c := &Cluster{name: name, members: map[string]int{}}
	listen(&clusterDelegate{c})
	go c.join()
	return c
}

func (c *Cluster) Leave() {
	c.stateLock.Lock()
	if c.state == clusterLeft {
		c.stateLock.Unlock()
		return
	}
	c.state = clusterLeft
	c.stateLock.Unlock()
	c.handleLeave(c.name)
}

func (c *Cluster) Shutdown() {
	c.stateLock.Lock()
	defer c.stateLock.Unlock()
	c.state = clusterDown
}

func (c *Cluster) State() clusterState {
	c.stateLock.Lock()
	defer c.stateLock.Unlock()
	return c.state
}

// The goroutine that handleLeave starts is not the first one: others have the cluster, as its
// own critical section shows.
func (c *Cluster) handleLeave(name string) bool {
	c.membersLock.Lock()
	defer c.membersLock.Unlock()
	if _, ok := c.members[name]; !ok {
		return false
	}
	if name == c.name && c.state == clusterAlive { // want `data race with line \d+: c.state is read without c.stateLock, which 4 of 5 accesses hold`
		go c.join()
		return false
	}
	return true
}

func (c *Cluster) join() {
	c.membersLock.Lock()
	c.members[c.name]++
	c.membersLock.Unlock()
}

type ClusterEvents interface{ Notify(name string) }

type clusterDelegate struct{ cluster *Cluster }

func (d *clusterDelegate) Notify(name string) { d.cluster.handleLeave(name) }
