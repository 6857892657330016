package dial

import "github.com/gomodule/redigo/redis"

// The option may be a limit.
func with(addr string, option redis.DialOption) (redis.Conn, error) {
	return redis.Dial("tcp", addr, option) // want `redis.Dial has no limit for reading`
}
