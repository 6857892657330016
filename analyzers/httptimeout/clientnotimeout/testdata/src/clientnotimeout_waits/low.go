// Package waits gets its work from a list.
package waits

import "github.com/gomodule/redigo/redis"

// To wait is what the connection is for.
func next(addr string) (any, error) {
	c, err := redis.Dial("tcp", addr) // want `redis.Dial has no limit for reading`
	if err != nil {
		return nil, err
	}
	return c.Do("BRPOP", "jobs", 0)
}
